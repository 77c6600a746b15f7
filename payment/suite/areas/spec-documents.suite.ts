import { defineArea } from '../define-area.js'

defineArea('spec-documents')
