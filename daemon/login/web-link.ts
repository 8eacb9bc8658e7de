/** An address that a person may open: http or https, without a name or password in it. Null for anything else. */
export function webLink(text: string, maxChars: number): string | null {
  if (text.length > maxChars || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  const plain = username === '' && password === ''
  return plain && (protocol === 'https:' || protocol === 'http:') ? href : null
}
