/**
 * The scripts for the remote machine, for any POSIX shell. `$1` is always the folder of the target.
 */
const SCRIPTS = {
  /** Writes standard input to `.partial/$2`. Removes partial files older than a day. */
  keep: `umask 077
mkdir -p "$1/.partial" || exit 1
find "$1/.partial" -type f -mtime +0 -exec rm -f {} + 2>/dev/null
cat > "$1/.partial/$2" && exit 0
rm -f "$1/.partial/$2"
exit 1`,

  /** Renames `.partial/$2` to `$3/$4`, if it has `$5` bytes. */
  commit: `umask 077
partial="$1/.partial/$2"
bytes=$(wc -c < "$partial") || exit 1
if [ "$bytes" -ne "$5" ]; then
  rm -f "$partial"
  echo "partial file" >&2
  exit 1
fi
mkdir -p "$1/$3" || exit 1
sync "$partial" 2>/dev/null || sync || exit 1
mv -f "$partial" "$1/$3/$4" || exit 1
sync "$1/$3" 2>/dev/null || sync`,

  discard: 'rm -f "$1/.partial/$2"',

  read: `ls -d "$1/$2" > /dev/null || exit 1
exec cat "$1/$2"`,

  /** Prints one line of `ls -ln` for each file with a valid name. */
  list: `ls -d "$1" > /dev/null || exit 1
cd "$1" || exit 1
exec find . \\( -name ".?*" -o -name "*[!A-Za-z0-9._-]*" \\) -prune -o -type f -exec ls -ln {} +`,

  /** Reads file names from standard input, one per line. Removes each file, and its folder if no file is left in it. */
  remove: `failed=0
while IFS= read -r name; do
  rm -f "$1/$name" || failed=1
  rmdir "$1/\${name%/*}" 2>/dev/null
done
exit $failed`,
} as const

export type Script = keyof typeof SCRIPTS

/** Quotes a text as one word for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the command line of a script. The command runs `sh`, because the remote user may have another shell. */
export const commandLine = (script: Script, args: readonly string[]): string =>
  ['exec env LC_ALL=C sh -c', ...[SCRIPTS[script], 'sh', ...args].map(quoted)].join(' ')
