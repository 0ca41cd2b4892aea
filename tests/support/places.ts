import { addPost, type Show } from './people.ts'
import type { Places } from './screens.ts'
import { addSectionPlace } from './sections.ts'
import type { Stack } from './stack.ts'

/** Something of each kind that has an address of its own. */
export async function addPlaces(stack: Stack, show: Show, userId: string): Promise<Places> {
  const { channel_id, slug: product, sessions } = show.product
  const add = (type: 'course' | 'master') => stack.factories.product({ title: `A ${type}`, type, channel_id })
  const [channel, course, master, speaker, post, place] = await Promise.all([
    stack.knex('channels').where({ id: channel_id }).first('slug'),
    add('course'),
    add('master'),
    stack.factories.speaker({ name: 'Ana Faro', title: 'Artist', bio: 'Plays.' }),
    addPost(stack, show),
    addSectionPlace(stack),
  ])
  const own = { channel: channel?.slug ?? '', product, course: course.slug, master: master.slug, speakerId: speaker.id }
  return {
    product,
    sessionId: sessions[0]?.id ?? '',
    post,
    course: course.slug,
    master: master.slug,
    own,
    channel: own.channel,
    speaker: speaker.slug,
    page: { slug: place.slug, id: place.pageId },
    entity: place.slug,
    userId,
  }
}
