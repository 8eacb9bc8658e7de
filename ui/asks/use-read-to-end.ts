import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useState } from 'preact/hooks'

/** A pixel or two that a zoomed page rounds away. */
const SLACK_PX = 4

/** Whether the end of a scroller was in sight once. What fits without scrolling was read at once. */
export function useReadToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: unknown,
): [boolean, () => void] {
  const [read, setRead] = useState<{ content: unknown } | null>(null)
  const look = useCallback(() => {
    const element = scroller.current
    if (!element || element.scrollHeight - element.clientHeight - element.scrollTop > SLACK_PX) return
    setRead((before) => (before?.content === content ? before : { content }))
  }, [scroller, content])
  useLayoutEffect(() => {
    look()
    const observer = new ResizeObserver(look)
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [look, scroller])
  return [read !== null && read.content === content, look]
}
