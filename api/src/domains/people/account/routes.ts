import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { ExportData } from './export-data.ts'
import { toPublicProfile } from './presenter.ts'
import type { AccountService } from './service.ts'

export interface AccountRoutesDeps {
  account: AccountService
  exportData: ExportData
  myData(userId: string): Promise<MyData>
}

export function accountRoutes(
  router: ApiRouter,
  bind: Bind,
  { account: service, exportData: makeExport, myData }: AccountRoutesDeps,
): void {
  const { me, update, avatar, removeAvatar, requestUpgrade, withdrawUpgrade, requestDeletion, cancelDeletion } = account
  bind(
    router,
    { me, update, avatar, removeAvatar, requestUpgrade, withdrawUpgrade, requestDeletion, cancelDeletion },
    {
      me: ({ user }) => myData(user.id),
      async update({ user, body, client }) {
        await service.update(user.row, body, client)
        return myData(user.id)
      },
      async avatar({ user, upload }) {
        await service.setAvatar(user.row, upload.bytes)
        return myData(user.id)
      },
      async removeAvatar({ user }) {
        await service.removeAvatar(user.row)
        return myData(user.id)
      },
      async requestUpgrade({ user, body }) {
        await service.requestUpgrade(user.row, body.message)
        return myData(user.id)
      },
      async withdrawUpgrade({ user }) {
        await service.withdrawUpgrade(user.row)
        return myData(user.id)
      },
      async requestDeletion({ user, body }) {
        await service.requestDeletion(user.row, body.password)
        return myData(user.id)
      },
      async cancelDeletion({ user }) {
        await service.cancelDeletion(user.row)
        return myData(user.id)
      },
    },
  )

  const { exportData, tours, finishTour, publicProfile } = account
  bind(
    router,
    { exportData, tours, finishTour, publicProfile },
    {
      async exportData({ user }) {
        const content = await makeExport(user.id)
        return { fileName: 'e-events-data.json', contentType: 'application/json; charset=utf-8', content }
      },
      tours: async ({ user }) => ({ finished: await service.listTours(user.id) }),
      finishTour: ({ user, params }) => service.finishTour(user.id, params.tour),
      publicProfile: async ({ params }) => toPublicProfile(await service.getPublicProfile(params.id)),
    },
  )
}
