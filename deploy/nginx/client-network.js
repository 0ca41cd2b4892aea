// Whom a limit counts as one client (njs): an IPv4 address, or the /64 of an IPv6 address, which a home has to itself.
function network(r) {
  const address = r.rawVariables.binary_remote_addr
  return (address.length === 16 ? address.slice(0, 8) : address).toString('hex')
}

export default { network }
