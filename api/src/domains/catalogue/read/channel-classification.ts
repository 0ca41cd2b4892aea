/**
 * The title of the category of `channels c` in the reader's language, else in Spanish, else in any; null where it has
 * none.
 */
export function channelClassification(language: string): string {
  return `(select kt.title from category_translations kt where kt.category_id = c.category_id
    order by kt.language = ${language} desc, kt.language = 'es' desc, kt.language limit 1)`
}
