import { contract } from '@e-events/shared/contract/contract.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { errorBodySchema, errorStatus, type ErrorCode } from '@e-events/shared/errors.ts'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from 'zod-openapi'

/** The OpenAPI 3.1 document, made from the contract and nothing else. */
export function createOpenApi(serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(group, name, endpoint) }
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: { title: 'e-events', version: '1', description: 'Made from the contract in shared/src/contract.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        serviceKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key of GET /config/realtime.' },
      },
    },
  })
}

function operation(group: string, name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    description: [accessText(endpoint), ...stepUpText(endpoint), ...cacheText(endpoint)].join(' '),
    ...securityOf(endpoint),
    requestParams: { ...(endpoint.params ? { path: endpoint.params } : {}), ...(endpoint.query ? { query: endpoint.query } : {}) },
    ...(endpoint.upload ? { requestBody: { required: true, content: bytesOf(endpoint.upload.contentTypes) } } : {}),
    ...(endpoint.body ? { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } } : {}),
    responses: { ...success(endpoint), ...failures(endpoint) },
  }
}

function securityOf({ access, apiKey }: Endpoint): Pick<ZodOpenApiOperationObject, 'security'> {
  const all = { ...(access.kind === 'public' ? {} : { session: [] }), ...(apiKey ? { serviceKey: [] } : {}) }
  return Object.keys(all).length === 0 ? {} : { security: [all] }
}

function accessText({ access }: Endpoint): string {
  if (access.kind === 'public') return 'Access: anyone.'
  if (access.kind === 'session') return 'Access: any session.'
  return access.owner ? `Access: ${access.role}, the owner of the ${access.owner.resource}; ADMIN.` : `Access: ${access.role}; ADMIN.`
}

function stepUpText({ stepUp }: Endpoint): string[] {
  if (!stepUp) return []
  const when = stepUp === 'always' ? '' : ` where ${stepUp.fields.join(' or ')} is given`
  return [`Asks for a log-in or a confirmation (POST /me/step-up) of the last 5 minutes${when}.`]
}

function cacheText({ cache }: Endpoint): string[] {
  if (!cache) return []
  const shared = cache.for === 'everybody' ? 'the same for everybody' : 'the same for everybody without a session'
  return [`The response is ${shared} and may be ${cache.seconds} s old; \`Cache-Control: max-age=0\` asks for a new one.`]
}

function bytesOf(contentTypes: readonly string[]) {
  return Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]))
}

function success(endpoint: Endpoint): ZodOpenApiResponsesObject {
  if (endpoint.produces === 'file') return { '200': { description: 'The file', content: bytesOf(['application/octet-stream']) } }
  const content = endpoint.response ? { content: { 'application/json': { schema: endpoint.response } } } : {}
  return { [String(endpoint.status) as '200']: { description: endpoint.response ? 'Done' : 'Done, without a body', ...content } }
}

function failures(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const codes: ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', ...endpoint.errors]
  if (endpoint.access.kind !== 'public') codes.push('UNAUTHENTICATED')
  if (endpoint.apiKey) codes.push('API_KEY_INVALID')
  if (endpoint.stepUp) codes.push('STEP_UP_REQUIRED')
  if (endpoint.access.kind === 'role') codes.push('FORBIDDEN_ROLE')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      { description: list.join(', '), content: { 'application/json': { schema: errorBodySchema } } },
    ]),
  )
}
