import { defineArea } from '../define-area.js'

defineArea('versioning')
