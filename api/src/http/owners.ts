/** The resource that `access.owner` names: it exists, and the caller owns it or is an ADMIN. */
export interface OwnedResource {
  id: string
  ownerId: string
}
export interface Owners {
  channel(slug: string): Promise<OwnedResource | undefined>
  product(slug: string): Promise<OwnedResource | undefined>
  speaker(id: string): Promise<OwnedResource | undefined>
}
