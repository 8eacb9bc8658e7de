/** Systems, presets, and the strip on which a person keeps them. */
export const presets = `
SELECT 1;
`
