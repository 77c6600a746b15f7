import { describe } from 'vitest'
import { testFaults } from './faults.js'

describe('a fault breaks its rule and those declared', () => testFaults())
