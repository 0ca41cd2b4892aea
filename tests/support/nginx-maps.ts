/** A snippet with the values that nginx puts in for pages on which one pays, or for the others. */
export function withPaymentMaps(snippet: string, conf: string, pays: boolean): string {
  return snippet.replaceAll(/\$(payment_\w+|opener_policy)/g, (_, name: string) => {
    const body = new RegExp(`map \\$payment_page \\$${name} \\{([^}]*)\\}`).exec(conf)?.[1] ?? ''
    const value = new RegExp(`${pays ? 'yes' : 'default'} (?:'([^']*)'|(\\S+));`).exec(body)
    if (!value) throw new Error(`nginx knows no ${name}`)
    return value[1] ?? value[2] ?? ''
  })
}
