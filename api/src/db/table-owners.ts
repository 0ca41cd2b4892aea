/**
 * Every table stands under the domain that alone writes it; the file of its row types is `tables/<key>.ts`. A key is a domain, or a
 * domain and a part of it (`sales-ledger`). `platform` is what every domain writes through db/ or the outbox.
 */
export const tablesByFile = {
  platform: ['idempotency_keys', 'outbox', 'former_slugs'],
  people: [
    ...['users', 'user_sessions', 'refresh_tokens', 'email_tokens', 'user_identities', 'user_totps', 'user_recovery_codes'],
    ...['role_requests', 'user_tours', 'consents', 'social_providers', 'clients', 'audit_log'],
  ],
  settings: ['site_config', 'site_modules', 'payment_config', 'exchange_rates'],
  media: ['files', 'media_assets', 'media_jobs', 'uploads'],
  catalogue: [
    ...['categories', 'category_translations', 'channels', 'channel_revisions', 'channel_follows', 'speakers'],
    ...['products', 'product_translations', 'product_sessions', 'session_sections', 'session_section_speakers'],
    ...['product_categories', 'product_speakers', 'product_metadata', 'product_prices', 'bundle_items', 'saved_products'],
    ...['product_posts', 'product_post_images', 'product_chapters', 'podcast_feeds', 'event_changes', 'search_documents', 'search_words'],
  ],
  storefront: ['entities', 'entity_members', 'pages', 'section_versions'],
  live: [
    ...['broadcasts', 'feeds', 'recordings', 'recording_files', 'media_events', 'audience_samples'],
    ...['playback_revocations', 'playback_sessions', 'playback_positions', 'chat_rooms', 'chat_messages', 'chat_mutes'],
  ],
  sales: [
    ...['orders', 'order_items', 'payments', 'payment_events', 'refunds', 'coupon_batches', 'coupons', 'access_codes'],
    ...['gifts', 'tickets', 'channel_subscriptions', 'platform_subscriptions', 'opportunities'],
  ],
  'sales-ledger': [
    ...['tax_rules', 'ledger_accounts', 'payouts', 'payout_items', 'ledger_transactions', 'ledger_entries'],
    ...['invoice_series', 'invoices', 'invoice_lines', 'usage_charges', 'prepaid_minutes'],
  ],
  learning: [
    ...['course_details', 'course_modules', 'lessons', 'lesson_resources', 'lesson_progress', 'lesson_ratings', 'lesson_notes'],
    ...['faqs', 'course_questions', 'master_courses', 'datasheets'],
  ],
  meetings: ['meets', 'meet_participants'],
  engagement: [
    ...['notification_batches', 'notifications', 'product_comments', 'surveys', 'survey_sections', 'survey_questions'],
    ...['survey_submissions', 'survey_answers', 'forms', 'form_fields', 'ideas', 'lean_tests', 'lean_test_visits'],
    ...['leads', 'emails', 'email_events', 'banners', 'banner_images', 'banner_products', 'banner_categories'],
  ],
  insight: ['analytics_events', 'reports', 'cognition_runs'],
} as const satisfies Record<string, readonly string[]>

/** The domain of a table, by the file of its row types; undefined where the table has no owner yet. */
export function ownerOf(table: string): string | undefined {
  const file = Object.entries(tablesByFile).find(([, tables]) => (tables as readonly string[]).includes(table))?.[0]
  return file?.split('-')[0]
}
