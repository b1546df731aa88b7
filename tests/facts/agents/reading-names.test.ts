import { describe, expect, it } from 'vitest';
import { isReadingName } from '../../../src/facts/agents/reading-names.ts';

describe('a name that reads', () => {
  it.each([
    ...['get_page', 'searchOrders', 'list-files', 'web_search', 'GMAIL_FETCH_EMAILS', 'mcp__notion__fetch'],
    ...['notion-fetch', 'notion_get_page', 'notionGetPage', 'notion_list_comments', 'google_drive_get_file'],
    ...['resolve_path', 'resolve-library-id', 'resolveUser', 'check_status', 'check_inbox', 'get_terms_and_conditions'],
    ...['check_in_stock', 'resolve_thread_id', 'resolveIssueUrl', 'get_read_and_write_rates'],
    ...['resolve_ticket_owner', 'resolve_thread_from_url', 'get_and_format', 'fetchAndTransform'],
    ...['mcp__wiki__notion_get_page', 'shop_describe_order', 'humanApproval'],
  ])('%s', (name) => {
    expect(isReadingName(name)).toBe(true);
  });
});

describe('a name that may do something', () => {
  it.each([
    ...['notion_create_page', 'notion-update', 'page', 'notion_status', 'delete_page', 'drop_deal'],
    ...['delete_list_item', 'purge_list', 'update_show', 'run_get', 'removeListener', 'send_read_receipt'],
    ...['resolve_ticket', 'resolveIncident', 'resolve-conflicts', 'mcp__desk__resolve_case', 'check_out', 'check-in'],
    ...[
      'resolve_conflict_in_file',
      'resolve_ticket_now',
      'get_and_format_disk',
      'search_and_replace',
      'findAndDelete',
      'get_or_create_page',
      'read_then_archive',
    ],
    ...['archive_list', 'set_get_option', 'my_own_other_get', 'publish_list', 'execute_read', 'notion_getaway'],
  ])('%s', (name) => {
    expect(isReadingName(name)).toBe(false);
  });
});
