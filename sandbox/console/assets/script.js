// Everything here works without it, by plain pages and forms: it keeps them up to date, and saves page loads.
import { start } from './page.js'
import './rows.js'
import './visit.js'
import './forms.js'
import './copy.js'
import './live.js'

start()
