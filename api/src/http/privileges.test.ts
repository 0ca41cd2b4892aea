import { existsSync } from 'node:fs'
import { contract, contractByDomain } from '@e-events/shared/contract/contract.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { nameOf } from '../testing/privilege-matrix.ts'
import { rolesTable } from '../testing/roles-table.ts'
import { validRequests } from '../testing/valid-requests.ts'

const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))

describe('the privilege matrix [ID-048]', () => {
  it('knows every endpoint of the contract and no other', () => {
    const names = endpoints.map(nameOf)
    expect(Object.keys(rolesTable).toSorted((a, b) => a.localeCompare(b))).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    expect(Object.keys(validRequests).toSorted((a, b) => a.localeCompare(b))).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
  })

  it('holds the calls of accounts and people [API-032]', () => {
    const calls = `
      POST /auth/register, POST /auth/login, POST /auth/logout, POST /auth/activate/:token, POST /auth/recovery, POST /auth/reset/:token,
      GET /me, PATCH /me, PUT /me/password, POST /me/upgrade, GET /users/:id, PATCH /users/:id, DELETE /users/:id,
      POST /users/:id/approve, POST /users/:id/disapprove, POST /users/:id/block, POST /users/:id/unblock`
    expect(endpoints.map(nameOf)).toEqual(expect.arrayContaining(calls.split(',').map((call) => call.trim())))
  })

  it('and the fuzz are run by each domain', () => {
    const files = Object.keys(contractByDomain).flatMap((domain) =>
      ['privileges', 'fuzz'].map((name) => `../domains/${domain}/${name}.test.ts`),
    )
    expect(files.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([])
    const domains = Object.values(contractByDomain).flatMap((groups) => Object.keys(groups))
    expect(domains.toSorted()).toEqual(Object.keys(contract).toSorted())
  })
})
