/** The authority's id of each device in the lock, as its last capability had it: a retirement names that alone. */
export const retiredDevices = `
ALTER TABLE lock_devices ADD COLUMN dev TEXT;
`
