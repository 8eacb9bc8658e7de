/**
 * The only place where HTML is made into elements. What comes is the output of our own markdown renderer, which already
 * turned raw HTML into text; DOMPurify is the second wall, with a list of what may pass and nothing else. The result
 * is elements, not a string, so no `innerHTML` is set anywhere. DOMPurify's parser brings the page's only Trusted Types
 * policy, named `dompurify`; no other module makes one.
 */
import DOMPurify, { type Config } from 'dompurify'
import { gateLink } from '../parts/link-gate.ts'

const TAGS =
  'p br hr em strong del code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr th td a'

const CONFIG: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  KEEP_CONTENT: true,
}

/** Every link goes through the gate once more, opens elsewhere and takes nothing of us along. */
function finishLink(link: HTMLAnchorElement): void {
  const gated = gateLink(link.getAttribute('href') ?? '')
  if (!gated) {
    link.removeAttribute('href')
    return
  }
  link.href = gated.href
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.title = gated.href
}

/** Elements for `html`, in the document of the page, attached nowhere. Nothing in them runs or loads. */
export function sanitise(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, { ...CONFIG, RETURN_DOM_FRAGMENT: true })
  for (const link of fragment.querySelectorAll('a')) finishLink(link)
  return fragment
}
