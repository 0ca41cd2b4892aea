import { defaultLanguage, languages, type Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { insertWithSlug } from '../../../db/slug.ts'
import type { CategoryRepository, CategoryRow, ManagedCategoryRow, Titles } from './repository.ts'

export type Categories = ReturnType<typeof createCategories>

export function createCategories({ knex, repository }: { knex: Knex; repository: CategoryRepository }) {
  async function get(slug: string): Promise<ManagedCategoryRow> {
    const [row] = await repository.listManaged(slug)
    if (!row) throw new DomainError('NOT_FOUND')
    return row
  }

  return {
    async listShown(language: Language, options: { empty: boolean }): Promise<CategoryRow[]> {
      const rows = await repository.listShown(language)
      return options.empty ? rows : rows.filter((row) => row.count > 0)
    },

    listManaged: () => repository.listManaged(),

    async create(input: { slug?: string | undefined; titles: Titles; hidden: boolean }): Promise<ManagedCategoryRow> {
      const title = [defaultLanguage, ...languages].map((language) => input.titles[language]).find((text) => typeof text === 'string') ?? ''
      const slug = await knex.transaction((trx) =>
        insertWithSlug({ slug: input.slug, title, taken: repository.slugsLike }, async (wished) => {
          const made = await repository.insert(trx, { slug: wished, hidden: input.hidden })
          if (made === 'taken') return 'taken'
          await repository.saveTitles(trx, made.id, input.titles)
          return wished
        }),
      )
      return get(slug)
    },

    async update(slug: string, change: { titles?: Titles | undefined; hidden?: boolean | undefined }): Promise<ManagedCategoryRow> {
      await knex.transaction(async (trx) => {
        const category = await repository.lock(trx, slug)
        if (!category) throw new DomainError('NOT_FOUND')
        if (change.hidden !== undefined) await repository.setHidden(trx, category.id, change.hidden)
        if (change.titles) await repository.saveTitles(trx, category.id, change.titles)
        if ((await repository.countTitles(trx, category.id)) === 0)
          throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'body.titles', rule: 'required', message: 'must have a title' }] })
      })
      return get(slug)
    },

    /** @throws DomainError EDIT_CONFLICT when the list is not the one that there is now */
    async setOrder(slugs: readonly string[]): Promise<ManagedCategoryRow[]> {
      await knex.transaction(async (trx) => {
        const known = new Set(await repository.lockAll(trx))
        const wanted = new Set(slugs)
        if (wanted.size !== slugs.length || wanted.symmetricDifference(known).size > 0) throw new DomainError('EDIT_CONFLICT')
        await repository.setOrder(trx, slugs)
      })
      return repository.listManaged()
    },

    async remove(slug: string): Promise<void> {
      if (!(await repository.remove(slug))) throw new DomainError('NOT_FOUND')
    },
  }
}
