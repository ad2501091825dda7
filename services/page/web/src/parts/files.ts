/** Files that the page creates for download. */

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Format rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is marked as text. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quoted(/^[=@\t]|^[+-](?![\d.])/.test(cell) ? `'${cell}` : cell)).join(',')).join('\r\n') + '\r\n';

/** Download a text as a file. */
export function save(name: string, text: string, media = 'text/csv'): void {
  const link = Object.assign(window.document.createElement('a'), {
    href: URL.createObjectURL(new Blob([text], { type: `${media};charset=utf-8` })), download: name,
  });
  link.click();
  setTimeout(() => { URL.revokeObjectURL(link.href); }, 10_000);
}
