/** What people read for the seats of games that the page opens by one click: their ids do not read well in sentences. */
export const NAMES: Readonly<Record<string, string>> = { you: 'Guest', computer: 'Computer' };

/** Return a seat with its name, if the page has one for it and the seat has none. */
export function named<Seat extends Readonly<Record<string, unknown>>>(seat: Seat): Seat & { readonly name?: string } {
  const name = NAMES[String(seat.seat)];
  return name === undefined ? seat : { name, ...seat };
}
