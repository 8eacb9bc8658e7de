/** JavaScript that the page needs before it shows anything, gzipped. Past it the build fails. */
export const FIRST_LOAD_BYTES = 150_000
