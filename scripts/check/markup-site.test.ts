import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { markupSite } from './markup-site.ts'

test('text becomes markup in the sanitiser only', () => {
  const text = `a.innerHTML = b
// innerHTML is not set here
const c = <p dangerouslySetInnerHTML={d} />
document.write(e)
`
  expect(brokenBy(markupSite, { 'ui/parts/a.tsx': text })).toEqual([
    'ui/parts/a.tsx:1',
    'ui/parts/a.tsx:3',
    'ui/parts/a.tsx:4',
  ])
  expect(brokenBy(markupSite, { 'ui/transcript/sanitise.ts': 'a.innerHTML = b' })).toEqual([])
  expect(brokenBy(markupSite, { 'scripts/a.ts': 'a.innerHTML = b' })).toEqual([])
})
