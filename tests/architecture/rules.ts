import type { Edge } from './import-graph.ts'

/** `from` may not import what `forbidden` matches. Captured text of `from` is put in place of `$1` in `except`. */
export interface Rule {
  name: string
  reason: string
  from: RegExp
  forbidden: RegExp
  /** What is allowed although `forbidden` matches it. */
  except?: string
  /** A violation, planted by the test of this table. */
  planted: Edge
}

/** Files that may look behind a wall to test it. */
export const exempt = /\.(test|spec)\.tsx?$|\/testing\/|\.config\.ts$/

export const rules: Rule[] = [
  {
    name: 'shared/src is for everybody',
    reason: 'It runs in browsers, services and Electron alike, so it knows zod and nothing else.',
    from: /^shared\/src\//,
    forbidden: /^(?!shared\/src\/|npm:zod$|npm:zod\/)/,
    planted: { from: 'shared/src/limits.ts', to: 'node:fs' },
  },
  {
    name: 'shared/node is for services',
    reason: 'What services share must not drag in a screen, or a service.',
    from: /^shared\/node\//,
    forbidden:
      /^(shared\/(client|ui)|api|sfu|transcoder|web|studio|tests)\/|^npm:(react|react-dom|@mui|@emotion|koa|@koa|mediasoup|fluent-ffmpeg)(\/|$)/,
    planted: { from: 'shared/node/queue.ts', to: 'api/src/env.ts' },
  },
  {
    name: 'shared/client is for browser applications',
    reason:
      'Web and studio share it below their screens: the contract and packages for browsers, no React, no Node, nothing of an application.',
    from: /^shared\/client\//,
    forbidden: /^(?!shared\/(client|src)\/|npm:socket\.io-client$)/,
    planted: { from: 'shared/client/session.ts', to: 'studio/src/renderer/platform/platform.ts' },
  },
  {
    name: 'shared/ui is for screens',
    reason: 'It is bundled for browsers: no Node, no server code, no data of an app.',
    from: /^shared\/ui\//,
    forbidden: /^(shared\/(client|node)|api|sfu|transcoder|web|studio|tests)\/|^node:/,
    planted: { from: 'shared/ui/theme/create-app-theme.ts', to: 'node:path' },
  },
  {
    name: 'the api knows no other workspace',
    reason: 'Services talk over Redis and HTTP, never through imports.',
    from: /^api\//,
    forbidden: /^(sfu|transcoder|web|studio|tests)\//,
    planted: { from: 'api/src/app.ts', to: 'sfu/src/rooms/room.ts' },
  },
  {
    name: 'services know no screens',
    reason: 'They run without a browser; what they share with screens is in shared/src.',
    from: /^(api\/(?!src\/db\/seeds\/)|sfu\/|transcoder\/(?!src\/demo\/))/,
    forbidden: /^shared\/(client|ui)\//,
    planted: { from: 'transcoder/src/hls/compose.ts', to: 'shared/ui/theme/mode.ts' },
  },
  {
    name: 'seeds and demo draw with the poster generator',
    reason:
      'The demo looks like the screens because it is drawn by the same code, which is text in, SVG out; nothing else of the screens is meant for Node.',
    from: /^(api\/src\/db\/seeds|transcoder\/src\/demo)\//,
    forbidden: /^shared\/ui\//,
    except: '^shared/ui/art/[a-z-]+[.]ts$',
    planted: { from: 'api/src/db/seeds/demo/pictures.ts', to: 'shared/ui/art/art-image.tsx' },
  },
  {
    name: 'the poster generator is text in, SVG out',
    reason: 'It draws in browsers and in the seeds alike: no React, no theme, no Node.',
    from: /^shared\/ui\/art\/[\w-]+\.ts$/,
    forbidden: /^(?!shared\/ui\/art\/[\w-]+\.(ts|json)$|shared\/src\/)/,
    planted: { from: 'shared/ui/art/poster.ts', to: 'npm:react' },
  },
  {
    name: 'the sfu knows no other workspace',
    reason: 'Services talk over Redis and HTTP, never through imports.',
    from: /^sfu\//,
    forbidden: /^(api|transcoder|web|studio|tests)\//,
    planted: { from: 'sfu/src/main.ts', to: 'transcoder/src/env.ts' },
  },
  {
    name: 'the transcoder knows no other workspace',
    reason: 'Services talk over Redis and HTTP, never through imports.',
    from: /^transcoder\//,
    forbidden: /^(api|sfu|web|studio|tests)\//,
    planted: { from: 'transcoder/src/main.ts', to: 'api/src/db/knex.ts' },
  },
  {
    name: 'web runs in browsers',
    reason: 'It sees the services through the contract only.',
    from: /^web\/src\//,
    forbidden: /^(shared\/node|api|sfu|transcoder|studio|tests)\/|^node:/,
    planted: { from: 'web/src/main.tsx', to: 'shared/node/tokens.ts' },
  },
  {
    name: 'studio sees services through the contract',
    reason: 'It sees the services through the contract and the signalling only.',
    from: /^studio\/src\//,
    forbidden: /^(shared\/node|api|sfu|transcoder|web|tests)\//,
    planted: { from: 'studio/src/main/index.ts', to: 'api/src/env.ts' },
  },
  {
    name: 'studio renderer and broadcast are sandboxed',
    reason: 'They also run in a browser tab: everything of the desktop comes through the Platform port.',
    from: /^studio\/src\/(renderer|broadcast)\//,
    forbidden: /^node:|^npm:electron(\/|$)|^studio\/src\/(main|preload)\//,
    planted: { from: 'studio/src/broadcast/engine.ts', to: 'npm:electron' },
  },
  {
    name: 'studio main draws nothing',
    reason: 'The privileged process stays small: no React, no media.',
    from: /^studio\/src\/(main|preload)\//,
    forbidden: /^npm:(react|react-dom|@mui|@emotion|mediasoup-client)(\/|$)|^studio\/src\/(renderer|broadcast)\//,
    planted: { from: 'studio/src/main/index.ts', to: 'npm:react' },
  },
  {
    name: 'api features never meet',
    reason: 'Work across features lives in flows/, so that a feature can be read, moved and deleted by itself.',
    from: /^api\/src\/domains\/([^/]+\/[^/]+)\//,
    forbidden: /^api\/src\/(domains|flows)\//,
    except: '^api/src/domains/$1/',
    planted: { from: 'api/src/domains/catalogue/products/service.ts', to: 'api/src/domains/catalogue/channels/repository.ts' },
  },
  {
    name: 'routes hold no SQL',
    reason: 'A handler is four sentences: load, authorize, act, present.',
    from: /^api\/src\/domains\/[^/]+\/[^/]+\/routes\.ts$/,
    forbidden: /^npm:(knex|pg|stripe)(\/|$)|^api\/src\/db\//,
    planted: { from: 'api/src/domains/catalogue/products/routes.ts', to: 'npm:knex' },
  },
  {
    name: 'services know no HTTP',
    reason: 'Rules are called by jobs and flows as well as by requests.',
    from: /^api\/src\/(domains\/[^/]+\/[^/]+\/service\.ts$|flows\/)/,
    forbidden: /^npm:(koa|@koa\/[^/]+)(\/|$)|\/routes\.ts$/,
    planted: { from: 'api/src/flows/go-live/go-live.ts', to: 'npm:koa' },
  },
  {
    name: 'repositories hold no rules',
    reason: 'A repository is SQL for its own tables; rules above it call it, never the other way round.',
    from: /^api\/src\/domains\/[^/]+\/[^/]+\/repository\.ts$/,
    forbidden: /\/(service|policy|presenter|routes)\.ts$|^npm:koa(\/|$)/,
    planted: { from: 'api/src/domains/catalogue/products/repository.ts', to: 'api/src/domains/catalogue/products/policy.ts' },
  },
  {
    name: 'policies and presenters are pure',
    reason: 'They are tables of cases: no database, no HTTP.',
    from: /^api\/src\/domains\/[^/]+\/[^/]+\/(policy|presenter)\.ts$/,
    forbidden: /^npm:(knex|pg|koa|ioredis)(\/|$)|^node:(fs|child_process|net|http)/,
    planted: { from: 'api/src/domains/catalogue/products/policy.ts', to: 'npm:knex' },
  },
  {
    name: 'web features meet inside their domain only',
    reason: 'A page composes domains; a feature that imports one of another domain cannot be moved any more.',
    from: /^web\/src\/features\/([^/]+)\//,
    forbidden: /^web\/src\/(features|app)\//,
    except: '^web/src/features/$1/',
    planted: { from: 'web/src/features/live/player/player.tsx', to: 'web/src/app/router.tsx' },
  },
  {
    name: 'web components hold no data',
    reason: 'They are given everything they show.',
    from: /^web\/src\/components\//,
    forbidden: /^web\/src\/(features|app)\/|^npm:@tanstack\/react-query$/,
    planted: { from: 'web/src/components/media-card.tsx', to: 'web/src/features/storefront/home/queries.ts' },
  },
  {
    name: 'web lib is at the bottom',
    reason: 'Tools know nothing of who uses them.',
    from: /^web\/src\/(lib|config)\//,
    forbidden: /^web\/src\/(features|app|components)\//,
    planted: { from: 'web/src/lib/api.ts', to: 'web/src/app/router.tsx' },
  },
  {
    name: 'sfu rooms know no native worker',
    reason: 'Rooms and placement are tested with plain objects; mediasoup and sockets stay behind their interfaces.',
    from: /^sfu\/src\/(rooms|placement)\//,
    forbidden: /^npm:(mediasoup|socket\.io|ws)(\/|$)|^sfu\/src\/(media|signaling|egress|whip)\//,
    planted: { from: 'sfu/src/rooms/room.ts', to: 'npm:mediasoup' },
  },
  {
    name: 'transcoder plans and commands are values',
    reason: 'What ffmpeg is told is computed, compared and tested without running anything.',
    from: /^transcoder\/src\/ffmpeg\/(plan|command|ladder)[\w-]*\.ts$/,
    forbidden: /^node:(child_process|fs|fs\/promises|net|http|dgram)$|^npm:(fluent-ffmpeg|ioredis)(\/|$)/,
    planted: { from: 'transcoder/src/ffmpeg/command.ts', to: 'node:child_process' },
  },
  {
    name: 'playlists are text',
    reason: 'Composing playlists reads and writes no file and starts no process.',
    from: /^transcoder\/src\/hls\//,
    forbidden: /^node:(child_process|fs|fs\/promises|net|http)$|^npm:(fluent-ffmpeg|ioredis)(\/|$)/,
    planted: { from: 'transcoder/src/hls/compose.ts', to: 'node:fs' },
  },
]

export interface Violation extends Edge {
  rule: string
  reason: string
}

export function violations(edges: Edge[], table: Rule[] = rules): Violation[] {
  return edges.flatMap((edge) => {
    if (exempt.test(edge.from)) return []
    return table.filter((rule) => breaks(edge, rule)).map((rule) => ({ ...edge, rule: rule.name, reason: rule.reason }))
  })
}

function breaks({ from, to }: Edge, rule: Rule): boolean {
  const match = rule.from.exec(from)
  if (!match || !rule.forbidden.test(to)) return false
  return rule.except === undefined || !new RegExp(rule.except.replace('$1', match[1] ?? '')).test(to)
}
