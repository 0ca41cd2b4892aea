import { studyGuides } from '@e-events/shared/contract/learning/study-guides.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { StudyGuides } from './service.ts'

export function studyGuideRoutes(router: ApiRouter, bind: Bind, { guides }: { guides: StudyGuides }): void {
  bind(router, studyGuides, {
    get: ({ params, user }) => guides.get(params.slug, user),
    getOwn: ({ owned }) => guides.getOwn(owned.id),
    save: ({ owned, body }) => guides.save(owned.id, body),
  })
}
