/** Pictures of ready games: a place drawn from a few shapes, and the emblems of those who meet there. */
import { svg, type SVGTemplateResult } from 'lit';
import { emblem } from '../emblem.js';

/** A place: the colours of its sky and ground, and what stands in it, in a picture of 320 by 150. */
interface Place { readonly sky: string; readonly ground: string; readonly shapes: readonly (readonly [fill: string, path: string])[]; readonly beast?: boolean }

const PLACES: Readonly<Record<string, Place>> = {
  duel: {
    sky: '#c9d8dc', ground: '#8a9a6b',
    shapes: [['#9fb3b8', 'M0 84L60 52L110 84L170 44L240 84L290 60L320 78V104H0Z'], ['#f4e4b0', 'M262 20a14 14 0 1 1 0 28a14 14 0 1 1 0-28Z'], ['#6d7c52', 'M0 112Q160 100 320 112V118Q160 106 0 118Z']],
  },
  beast: {
    sky: '#3b352e', ground: '#5a4d3c', beast: true,
    shapes: [['#4a4237', 'M0 0H320V30Q240 18 160 30Q80 18 0 30Z'], ['#6b5a42', 'M20 52h38v52H20ZM262 60h40v44h-40Z'], ['#2a251f', 'M20 62h38v4H20ZM20 90h38v4H20ZM262 70h40v4h-40ZM262 92h40v4h-40Z'], ['#f2c261', 'M158 30h4v12h-4ZM152 42h16l-3 12h-10Z']],
  },
  chase: {
    sky: '#27314a', ground: '#3a3346',
    shapes: [['#f1ecd0', 'M40 18a13 13 0 1 1 0 26a13 13 0 1 1 0-26Z'], ['#1d2438', 'M0 70h50v-18l20-14 20 14v30h40V58h44v28h30V48l24-16 24 16v40h44V66h24v40H0Z'], ['#f2c261', 'M62 60h8v10h-8ZM144 66h8v8h-8ZM226 60h8v10h-8Z'], ['#4d4560', 'M0 106l24-8h96l24 8h56l24-8h72l24 8v8H0Z']],
  },
  ambush: {
    sky: '#aeb7b4', ground: '#6f7a6c',
    shapes: [['#6a7570', 'M20 104l14-64 14 64ZM70 104l18-84 18 84ZM236 104l16-76 16 76ZM284 104l14-60 14 60Z'], ['#c9d0cc', 'M0 60q80-16 160 0t160 0v20q-80 16-160 0t-160 0Z'], ['#d9deda', 'M0 92q80-12 160 0t160 0v12H0Z']],
  },
  season: {
    sky: '#dfe8ee', ground: '#f2f5f6',
    shapes: [['#b9c9d4', 'M0 90L70 40L130 90L200 48L270 90L320 62V106H0Z'], ['#7a5a41', 'M206 70h60v38h-60Z'], ['#ffffff', 'M198 72l38-28 38 28Z'], ['#f2c261', 'M228 80h14v14h-14Z'], ['#8b9aa5', 'M252 34q8-8 0-16q12 4 8 18Z'], ['#ffffff', 'M40 20h4v4h-4ZM90 36h4v4h-4ZM150 18h4v4h-4ZM180 60h4v4h-4ZM120 66h4v4h-4ZM300 24h4v4h-4Z']],
  },
  pit: {
    sky: '#2b2622', ground: '#4b4038',
    shapes: [['#8fa3a8', 'M130 0h60l-14 30h-32Z'], ['#3a322c', 'M0 0h120l-20 106H0ZM320 0H200l20 106h100Z'], ['#6a5a4c', 'M8 106l20-18 18 10 20-16 16 24Z'], ['#d8d2c4', 'M262 96h26v4h-26ZM258 92a5 5 0 1 1 4 8ZM288 92a5 5 0 1 1-2 8Z']],
  },
  dice: {
    sky: '#3f5a66', ground: '#6b4d36',
    shapes: [['#7d5b41', 'M0 104h320v6H0Z'], ['#f3ead2', 'M84 60l34-8 10 34-34 10ZM150 48h40v40h-40Z'], ['#e0c9a0', 'M232 94l-14-28 20-22 20 22-14 28Z'], ['#7a2e2a', 'M162 60a4 4 0 1 1 0 .1ZM178 76a4 4 0 1 1 0 .1ZM170 68a4 4 0 1 1 0 .1ZM100 68a4 4 0 1 1 0 .1ZM112 80a4 4 0 1 1 0 .1Z']],
  },
  cards: {
    sky: '#23574a', ground: '#1b4238',
    shapes: [['#f3ead2', 'M132 22h36v52h-36ZM178 26l35 8-11 50-35-8Z'], ['#7a2e2a', 'M138 28h24v40h-24Z'], ['#2b4a78', 'M183 33l24 5-8 38-24-5Z'], ['#2c6a5a', 'M0 104h320v6H0Z']],
  },
};

const WIDTH = 320, HEIGHT = 150, GROUND = 104, EMBLEM = 48, TOP = 76, MARGIN = 48, STEP = 56;

/** Draw a scene with its figures: the first stands on the left, its foes on the right; companions of a hunt stand on the left. */
export function scene(kind: string, figures: readonly string[]): SVGTemplateResult {
  const place = PLACES[kind] ?? PLACES.duel as Place, foes = place.beast ? 1 : figures.length - 1, friends = figures.length - foes;
  const where = (at: number): number => (at < friends ? MARGIN + at * STEP : WIDTH - MARGIN - EMBLEM - (at - friends) * STEP);
  return svg`<rect width=${WIDTH} height=${HEIGHT} fill=${place.sky}></rect>
    ${place.shapes.map(([fill, path]) => svg`<path d=${path} fill=${fill}></path>`)}
    <rect y=${GROUND} width=${WIDTH} height=${HEIGHT - GROUND} fill=${place.ground}></rect>
    ${figures.map((name, at) => svg`<g transform="translate(${where(at)} ${TOP})">${emblem(name, { beast: place.beast === true && at >= friends })}</g>`)}`;
}
