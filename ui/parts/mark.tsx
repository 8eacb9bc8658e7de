/** The mark: a line led through a ring, one stroke. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {/* Comes from the left, goes through the ring's eye, round it, and leaves upward to where the work is. */}
      <path d="M1.5 19.5C6 19.5 8.6 17.6 10.4 14.6L13.6 9.4A5.6 5.6 0 1 0 16.4 17.2A5.6 5.6 0 0 0 13.6 9.4C15.6 6.2 18.4 4.5 22.5 4.5" />
    </svg>
  )
}
