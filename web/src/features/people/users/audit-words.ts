import { auditActions, auditSubjects } from '@e-events/shared/domain/audit-log.ts'

/** Addresses may ask for anything; a line may be of an act that is not written any more. */
export const knownAction = (name: string) => auditActions.find((known) => known === name)
export const knownSubject = (name: string) => auditSubjects.find((known) => known === name)
