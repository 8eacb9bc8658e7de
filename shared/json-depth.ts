/** Whether brackets outside strings open deeper than `limit`: walking such a value would exhaust the stack. */
export function nestedDeeper(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inString) {
      if (unit === 0x5c) i++
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > limit) return true
    } else if (unit === 0x5d || unit === 0x7d) depth--
  }
  return false
}
