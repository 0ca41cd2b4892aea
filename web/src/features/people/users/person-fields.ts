import { updateUserBody, type UserDetail } from '@e-events/shared/contract/people/users.ts'
import type { z } from 'zod'

export type PersonChanges = z.output<typeof updateUserBody>
export type PersonField = keyof PersonChanges

/** How a field is shown and filled in. */
export type FieldKind = 'text' | 'multiline' | 'url' | 'country' | 'language' | 'timezone' | 'roles' | 'switch'

export interface PersonGroup {
  id: 'identity' | 'roles' | 'preferences' | 'work' | 'social' | 'billing'
  fields: readonly (readonly [name: PersonField, kind: FieldKind])[]
}

/** Fields of an account that staff may change, in the groups in which they are shown and saved. */
export const personGroups: readonly PersonGroup[] = [
  {
    id: 'identity',
    fields: [
      ['name', 'text'],
      ['surname', 'text'],
      ['email', 'text'],
      ['country', 'country'],
      ['language', 'language'],
      ['timezone', 'timezone'],
      ['description', 'multiline'],
    ],
  },
  {
    id: 'roles',
    fields: [
      ['roles', 'roles'],
      ['journalist', 'switch'],
    ],
  },
  {
    id: 'preferences',
    fields: [
      ['newsletter', 'switch'],
      ['publicProfile', 'switch'],
    ],
  },
  {
    id: 'work',
    fields: [
      ['company', 'text'],
      ['job', 'text'],
      ['recommendedBy', 'text'],
    ],
  },
  {
    id: 'billing',
    fields: [
      ['billingCompany', 'text'],
      ['billingNif', 'text'],
      ['billingAddress', 'text'],
      ['billingPostalCode', 'text'],
      ['billingCity', 'text'],
      ['billingCountry', 'country'],
      ['billingPrefix', 'text'],
      ['billingPhone', 'text'],
    ],
  },
  {
    id: 'social',
    fields: [
      ['youtube', 'url'],
      ['twitter', 'url'],
      ['facebook', 'url'],
      ['instagram', 'url'],
      ['linkedin', 'url'],
      ['web', 'url'],
    ],
  },
]

const required: ReadonlySet<PersonField> = new Set<PersonField>(['name', 'email', 'roles'])
export const isRequired = (name: PersonField) => required.has(name)

/** Initial values of a form of this group: null is an empty text there. */
export function toForm(person: UserDetail, { fields }: PersonGroup): Record<string, unknown> {
  return Object.fromEntries(fields.map(([name]) => [name, person[name] ?? '']))
}

/** Fields whose emptiness the contract calls null. */
export function nullableOf({ fields }: PersonGroup): string[] {
  return fields.map(([name]) => name).filter((name) => updateUserBody.shape[name].safeParse(null).success)
}

/** The contract's own schema, of this group alone. */
export function schemaOf({ fields }: PersonGroup) {
  const mask = Object.fromEntries(fields.map(([name]) => [name, true as const])) as Partial<Record<PersonField, true>>
  return updateUserBody.pick(mask as Record<PersonField, true>)
}
