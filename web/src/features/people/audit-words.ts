/** What the log may hold so far, for its filters; an act that is not named here is shown by its own name. */
export const auditActions = [
  'user.approve',
  'user.disapprove',
  'user.block',
  'user.unblock',
  'user.delete',
  'user.update',
  'user.upgrade_approve',
  'user.upgrade_refuse',
  'user.export',
  'client.add',
  'client.update',
  'client.remove',
  'channel.update',
  'channel.request_publication',
  'channel.withdraw',
  'channel.to_draft',
  'channel.to_private',
  'channel.approve',
  'channel.reject',
  'channel.suspend',
  'channel.ban',
  'channel.reinstate',
  'speaker.update',
  'speaker.remove',
  'notification.send',
  'notification.snack',
  'module.switch',
  'site_config.update',
  'register_fields.update',
  'register_domains.update',
  'media_pay.update',
  'theme_home.update',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditSubjects = [
  'user',
  'client',
  'channel',
  'speaker',
  'notification_batch',
  'module',
  'site_config',
  'register_fields',
  'register_domains',
  'media_pay',
  'theme_home',
  'site',
] as const

export const knownAction = (name: string) => auditActions.find((known) => known === name)
export const knownSubject = (name: string) => auditSubjects.find((known) => known === name)
