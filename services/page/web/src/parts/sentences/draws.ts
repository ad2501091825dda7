/** Sentences for draws from chance, as the log records them. */
import { seatNames, type SeatNames } from '../../seats.js';
import { isFields, isSealed, shown } from './said.js';
import { purposeIn } from '../../names.js';
import { LANGUAGE, t } from '../../texts.js';

/** What is said of draws that are not from the seed. */
const FROM: Readonly<Record<string, string>> = t({
  table: ', rolled at a real table', kept: ', as before it was taken back', lent: ', rolled on its dice table',
});

/** Describe one draw: its purpose, its result and its source. `seat` gives what people read for a seat. */
export function drawn(draw: unknown, seat: SeatNames = seatNames()): string {
  if (isSealed(draw)) {
    const parts = shown(draw);
    const who = draw.audience.length > 0 ? draw.audience.map(seat).join(', ') : t('nobody yet');
    return t(Array.isArray(parts) ? `${parts.map((one) => drawn(one, seat)).join('; ')} (seen by ${who})` : `a hidden draw (for ${who})`);
  }
  if (!isFields(draw)) return t('a draw');
  const about = draw.purpose ? t`for ${LANGUAGE === 'en' ? String(draw.purpose) : purposeIn!(String(draw.purpose))}: ` : '';
  const from = FROM[String(draw.source)] ?? '';
  if (draw.draw === 'shuffle') return t`${about}a shuffle of ${(draw.order as unknown[]).length}${from}`;
  const faces = draw.faces as readonly number[];
  return t`${about}${t(faces.length === 1 ? 'a die' : `${faces.length} dice`)} of ${String(draw.sides)}: ${faces.join(', ')}${from}`;
}
