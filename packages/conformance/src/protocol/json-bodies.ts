import { alive, anyOf, badJson, type Call, codes, fails, ok, refused, type Row } from './rows.ts'

/**
 * Cases of JSON itself, each the value of an unknown member. Texts of RFC 8259's grammar must be read (J12), others should be a parse error (J13 to J15). Bytes that are no UTF-8 should be refused (J16), and cases that the RFC leaves open may be either (J17).
 */
// oxfmt-ignore
export function jsonBodyRows(call: Call): Row[] {
  const around = (value: string) => call({ extra: value })
  const read = anyOf(ok(), refused) // the member is unknown, so a request with it may be refused, but not as no JSON
  const noUtf8 = bytes.map(([id, what, hex]) => [id, `UTF-8 has no ${what}.`, withBytes(around('"*"'), hex)] as const)
  const encoded = encodings(call).map(([id, what, body]) => [id, `${what} is not UTF-8.`, body] as const)
  return [
    ...valid.map(([id, what, value]): Row => [`J12/${id}`, 'MUST', `JSON has ${what}.`, around(value), read]),
    ...invalid.map(([id, what, value]): Row => [id, 'SHOULD', `JSON has no ${what}.`, around(value), badJson]),
    ...texts(call).map(([id, what, text]): Row => [`J15/${id}`, 'SHOULD', `JSON has no ${what}.`, text, badJson]),
    ...[...noUtf8, ...encoded].map(([id, sentence, body]): Row => [`J16/${id}`, 'SHOULD', sentence, body, notUtf8]),
    ...open.map(([id, what, value]): Row => [`J17/${id}`, 'MAY', `${what} may be read or refused.`, around(value), alive]),
  ]
}

type Body = readonly [id: string, what: string, text: string]

const notUtf8 = fails([codes.parse, codes.request], 'null')

// oxfmt-ignore
const valid: readonly Body[] = [
  ['number/zero', 'the number 0', '0'],
  ['number/minus-zero', 'the number -0', '-0'],
  ['number/minus', 'negative numbers', '-123'],
  ['number/fraction', 'fractions', '0.000000000000000000000000000000000000000000000000000000000000000000000000000001'],
  ['number/exponent', 'exponents in either case, with and without a sign', '[1e2,1E2,1e+2,1E-2,0e+1,-1.5e10]'],
  ['number/exponent-zeros', 'exponents with leading zeros', '1e0012'],
  ['literal/true', 'true', 'true'],
  ['literal/false', 'false', 'false'],
  ['literal/null', 'null', 'null'],
  ['string/empty', 'the empty string', '""'],
  ['string/escapes', 'eight short escapes', String.raw`"\"\\\/\b\f\n\r\t"`],
  ['string/unicode-escapes', 'escapes of four digits in either case', String.raw`"\u0060\u012a\u12AB"`],
  ['string/escaped-null', 'U+0000 as an escape', String.raw`"\u0000"`],
  ['string/escaped-backslash', 'a backslash before what looks like an escape', String.raw`"\\u0000"`],
  ['string/pair', 'a surrogate pair as two escapes', String.raw`"\uD834\uDd1e"`],
  ['string/escaped-noncharacter', 'U+FFFF as an escape', String.raw`"\uFFFF"`],
  ['string/comment', 'what looks like a comment inside a string', '"a/*b*/c//d"'],
  ['string/delete', 'U+007F as it is', '"\u007F"'],
  ['string/two-bytes', 'characters of two bytes', '"é"'],
  ['string/three-bytes', 'characters of three bytes', '"€\uFFFD"'],
  ['string/four-bytes', 'characters of four bytes', '"\u{1D11E}\u{10FFFF}"'],
  ['string/separators', 'U+2028 and U+2029 as they are', '"\u2028\u2029"'],
  ['string/mark', 'U+FEFF inside a string', '"\uFEFF"'],
  ['array/empty', 'the empty array', '[]'],
  ['array/kinds', 'arrays of all kinds', '[null,1,"1",{},[]]'],
  ['array/blanks', 'the four blanks around everything', ' [ \t1\n,\r2 ] '],
  ['object/empty', 'the empty object', '{}'],
  ['object/empty-name', 'a member with an empty name', '{"":0}'],
  ['object/escaped-name', 'a name with an escape', String.raw`{"foo\u0000bar":42,"\u0061":1}`],
  ['object/doubled', 'an object with a name twice', '{"a":"b","a":"c"}'],
  ['object/long', 'long names', `{"${'x'.repeat(40)}":"${'y'.repeat(40)}"}`],
]

// oxfmt-ignore
const invalid: readonly Body[] = [
  ['J13/minus', 'lone minus', '-'],
  ['J13/plus', 'number with a plus', '+1'],
  ['J13/two-signs', 'number with two signs', '--1'],
  ['J13/zeros', 'negative number with a leading zero', '-01'],
  ['J13/point-last', 'number that ends with its point', '1.'],
  ['J13/point-first', 'number that begins with its point', '.5'],
  ['J13/point-before-exponent', 'exponent right after a point', '0.e1'],
  ['J13/no-exponent', 'exponent without digits', '1e'],
  ['J13/sign-no-exponent', 'exponent that is a sign', '1e+'],
  ['J13/exponent-fraction', 'exponent with a fraction', '1e1.5'],
  ['J13/two-points', 'number with two points', '0.1.2'],
  ['J13/hex', 'hexadecimal number', '0x1'],
  ['J13/infinity', 'Infinity', '-Infinity'],
  ['J13/blank', 'number with a blank in it', '1 000'],
  ['J13/underscore', 'number with an underscore in it', '1_000'],
  ['J13/letter', 'number with a letter behind it', '1a'],
  ['J13/other-digits', 'digit beyond ASCII', '\uFF11'],
  ['J14/single-quotes', 'string in single quotes', "'a'"],
  ['J14/no-quotes', 'string without quotes', 'abc'],
  ['J14/curly-quotes', 'string in curly quotes', '“a”'],
  ['J14/two', 'two strings side by side', '"a""b"'],
  ['J14/escape-letter', 'escape \\a', String.raw`"\a"`],
  ['J14/escape-case', 'escape \\U', String.raw`"\U0041"`],
  ['J14/escape-quote', 'escape of a single quote', String.raw`"\'"`],
  ['J14/escape-hex', 'escape \\x', String.raw`"\x00"`],
  ['J14/escape-short', 'escape of two digits', String.raw`"\u00"`],
  ['J14/escape-digits', 'escape of what are no digits', String.raw`"\u00zz"`],
  ['J14/escape-braces', 'escape in braces', String.raw`"\u{41}"`],
  ['J14/escape-outside', 'escape outside of strings', String.raw`\u0022a"`],
  ['J14/escape-emoji', 'escape of an emoji', '"\\\u{1F300}"'],
  ['J14/tab', 'tab as it is in a string', '"\t"'],
  ['J14/line', 'line break as it is in a string', '"\n"'],
  ['J14/null', 'U+0000 as it is in a string', '"\0"'],
  ['J14/control', 'U+001F as it is in a string', '"\u001F"'],
  ['J15/literal-short', 'nul', 'nul'],
  ['J15/literal-case', 'True', 'True'],
  ['J15/literal-undefined', 'undefined', 'undefined'],
  ['J15/array-comma-first', 'array that begins with a comma', '[,1]'],
  ['J15/array-comma-last', 'array that ends with a comma', '[1,]'],
  ['J15/array-commas', 'array with two commas in a row', '[1,,2]'],
  ['J15/array-no-comma', 'array without commas', '[1 2]'],
  ['J15/array-colon', 'array with a colon', '["a":1]'],
  ['J15/array-brace', 'array that ends with a brace', '[1}'],
  ['J15/object-no-value', 'member without a value', '{"a":}'],
  ['J15/object-no-colon', 'member without a colon', '{"a" 1}'],
  ['J15/object-colons', 'member with two colons', '{"a"::1}'],
  ['J15/object-no-name', 'member without a name', '{:1}'],
  ['J15/object-name-only', 'member that is a name', '{"a"}'],
  ['J15/object-bare-name', 'name without quotes', '{a:1}'],
  ['J15/object-number-name', 'number as a name', '{1:1}'],
  ['J15/object-comma-last', 'object that ends with a comma', '{"a":1,}'],
  ['J15/object-no-comma', 'object without commas', '{"a":1 "b":2}'],
  ['J15/object-bracket', 'object that ends with a bracket', '{"a":1]'],
  ['J15/line-comment', 'comment to the end of a line', '1//a\n'],
  ['J15/hash-comment', 'comment behind a hash', '1#a\n'],
  ['J15/nothing', 'member whose value is nothing', ''],
  ['J15/form-feed', 'form feed among its blanks', '\f1'],
  ['J15/no-break-space', 'no-break space among its blanks', '\u00A01'],
  ['J15/line-separator', 'U+2028 among its blanks', '\u20281'],
  ['J15/zero-width', 'U+2060 among its blanks', '\u20601'],
]

/** Bodies that are broken as a whole. */
const texts = (call: Call): Body[] => [
  ['open-array', 'array without an end', `[${call()}`],
  ['open-object', 'object without an end', call().slice(0, -1)],
  ['open-string', 'string without an end', call().slice(0, call().indexOf('rpc"'))],
  ['open-escape', 'string that ends inside an escape', `{"a":"\\`],
  ['closed-twice', 'second end of an object', `${call()}}`],
  ['only-closed', 'end alone', ']'],
  ['comma-after', 'comma behind the value', `${call()},`],
  ['null-after', 'U+0000 behind the value', `${call()}\0`],
  ['open-all', 'nested starts without an end', '[{"":'.repeat(7)],
]

// oxfmt-ignore
const bytes: readonly Body[] = [
  ['continuation', 'continuation byte by itself', '80'],
  ['never', 'byte FF', 'ff'],
  ['latin', 'single byte for é, as Latin-1 has it', 'e9'],
  ['cut', 'sequence that is cut', 'e282'],
  ['overlong-two', 'overlong form of two bytes', 'c0af'],
  ['overlong-three', 'overlong form of three bytes', 'e080af'],
  ['overlong-four', 'overlong form of four bytes', 'f08080af'],
  ['beyond', 'character beyond U+10FFFF', 'f4908080'],
  ['five', 'sequence of five bytes', 'f888808080'],
  ['surrogate', 'surrogate', 'eda080'],
  ['surrogates', 'pair of surrogates', 'eda081edb0b7'],
]

const encodings = (call: Call): (readonly [id: string, what: string, body: Uint8Array<ArrayBuffer>])[] => [
  ['utf-16', 'UTF-16', toUtf16(call(), [])],
  ['utf-16-mark', 'UTF-16 behind its mark', toUtf16(call(), [0xff, 0xfe])],
]

// oxfmt-ignore
const open: readonly Body[] = [
  ['exponent', 'A number beyond a double', '1e400'],
  ['minus-exponent', 'A negative number beyond a double', '-1e400'],
  ['tiny', 'A number too small for a double', '1e-400'],
  ['huge-exponent', 'An exponent beyond 64 bits', `1e${'9'.repeat(30)}`],
  ['big', 'An integer of a hundred digits', '9'.repeat(100)],
  ['high', 'A high surrogate alone', String.raw`"\uDADA"`],
  ['low', 'A low surrogate alone', String.raw`"\uDFAA"`],
  ['swapped', 'A surrogate pair in the wrong order', String.raw`"\uDd1e\uD834"`],
  ['high-escape', 'A high surrogate before another escape', String.raw`"\uD800\n"`],
  ['deep', 'A value 100 levels deep', `${'['.repeat(100)}${']'.repeat(100)}`],
]

/** A text whose only asterisk is replaced by bytes. */
function withBytes(text: string, hex: string): Uint8Array<ArrayBuffer> {
  const [before, after] = text.split('*').map((part) => new TextEncoder().encode(part))
  return Uint8Array.of(...before!, ...Uint8Array.fromHex(hex), ...after!)
}

/** A text as UTF-16, the lower byte first. */
function toUtf16(text: string, mark: readonly number[]): Uint8Array<ArrayBuffer> {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return Uint8Array.of(...mark, ...units.flatMap((unit) => [unit & 0xff, unit >> 8]))
}
