// Share of the machine's processor time that a suite took, so that `npm test` shows which suite waits and which works.
import os from 'node:os'

/** @typedef {{ busyMs: number, wholeMs: number }} CoreTime */

/** @param {os.CpuInfo[]} cores @returns {CoreTime} of all cores together, since the machine started */
function coreTime(cores) {
  const whole = cores.reduce((total, { times }) => total + Object.values(times).reduce((sum, ms) => sum + ms, 0), 0)
  return { busyMs: whole - cores.reduce((total, { times }) => total + times.idle, 0), wholeMs: whole }
}

/**
 * Watches from now on; whatever else runs on the machine is in it, too.
 * @param {() => os.CpuInfo[]} [cores]
 * @returns {() => number | undefined} the share until then, from 0 to 1; nothing where the system does not tell
 */
export function watchCores(cores = os.cpus) {
  const before = coreTime(cores())
  return () => {
    const after = coreTime(cores())
    const whole = after.wholeMs - before.wholeMs
    return whole > 0 ? (after.busyMs - before.busyMs) / whole : undefined
  }
}
