import { defineArea } from '../define-area.js'

defineArea('required-signings')
