/** Another of the ways in. What the person was looking at goes along in the fragment, and comes back. */
export const frontAddress = (to: '/' | '/forgot' | '/register'): string => `${to}${location.hash}`
