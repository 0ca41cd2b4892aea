/**
 * Command line options: `--name`, `--name value` and `--name=value`; everything else is an argument.
 * @param {string[]} argv @param {{ flags?: string[], values?: string[] }} known
 * @returns {Record<string, string | boolean> & { arguments: string[], error?: string }}
 */
export function parseOptions(argv, { flags = [], values = [] }) {
  const options = { arguments: [] }
  for (let i = 0; i < argv.length; i += 1) {
    const [, name, , inline] = /^--([a-z][a-z-]*)(=(.*))?$/s.exec(argv[i]) ?? []
    if (name === undefined) options.arguments.push(argv[i])
    else if (flags.includes(name) && inline === undefined) options[name] = true
    else if (values.includes(name)) {
      const value = inline ?? argv[(i += 1)]
      if (value === undefined || value === '') return { ...options, error: `--${name} needs a value` }
      options[name] = value
    } else return { ...options, error: `unknown option: ${argv[i]}` }
  }
  return options
}
