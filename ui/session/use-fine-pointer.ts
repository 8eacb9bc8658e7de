import { useEffect, useState } from 'preact/hooks'

const QUERY = '(pointer: fine)'

/** Whether there is a mouse or a trackpad, and so a keyboard: Enter sends there, and breaks the line on a phone. */
export function useFinePointer(): boolean {
  const [fine, setFine] = useState(() => matchMedia(QUERY).matches)
  useEffect(() => {
    const media = matchMedia(QUERY)
    const change = (): void => setFine(media.matches)
    media.addEventListener('change', change)
    return () => media.removeEventListener('change', change)
  }, [])
  return fine
}
