import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { deviceLabel } from '../../../http/user-agent.ts'

/** 'Firefox, Linux': what the account's own list calls a signed-in device; empty for one that is not known. */
export async function findDeviceName(knex: Knex, sessionId: string): Promise<string> {
  const [row] = await prepared<{ device_label: string; user_agent: string }>(
    knex,
    'device-name',
    'select device_label, user_agent from user_sessions where id = $1',
    [sessionId],
  )
  return row ? row.device_label || deviceLabel(row.user_agent) : ''
}
