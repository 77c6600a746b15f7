import { test } from 'vitest'
import { documents } from '/work/wt/docs/tests/specs/documents.js'
import { told, viewsOf } from '/work/wt/docs/tests/conformance/documents/view.js'
test('x', () => { for (const v of viewsOf(documents)) { const t=performance.now(); const l = told(v); console.log(v.version, performance.now()-t, l.length + '\n' + l.join('\n')) } })
