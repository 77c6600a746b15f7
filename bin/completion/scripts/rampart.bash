# Completion of rampart in bash, also behind npx, bunx, pnpm and yarn. It asks "rampart complete" what can follow at
# the cursor, and gets lines of a value, a tab and its meaning, and a last line that says which paths can follow too.
_rampart() {
  local -a words=() run
  local line kind=none current prefix last=-1 index
  for ((index = 1; index <= COMP_CWORD; index++)); do
    # Readline takes words apart at = and :, which stand in options and addresses.
    if ((last >= 0)) && [[ ${COMP_WORDS[index]} == [=:]* || ${COMP_WORDS[index - 1]} == [=:] ]]; then
      words[last]+=${COMP_WORDS[index]}
    else
      words+=("${COMP_WORDS[index]}")
      last=$((last + 1))
    fi
  done
  current=${COMP_WORDS[COMP_CWORD]}
  [[ $current == [=:] ]] && current=
  prefix=${words[last]}
  prefix=${prefix%"$current"}
  run=("${COMP_WORDS[0]}")
  type -P "${run[0]}" >/dev/null || run=(npx --no -- rampart)
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) kind=${line#:} ;;
      *)
        line=${line%%$'\t'*}
        COMPREPLY+=("${line#"$prefix"}")
        ;;
    esac
  done < <("${run[@]}" complete -- "${words[@]}" 2>/dev/null)
  case $kind in
    files) kind=-f ;;
    folders) kind=-d ;;
    *) return ;;
  esac
  compopt -o filenames 2>/dev/null
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(compgen "$kind" -- "$current")
}
complete -F _rampart rampart

# Behind a runner, "npx rampart te" completes as "rampart te"; anything else as it did before.
_rampart_behind() {
  local index before=_rampart_before_$1
  for ((index = 1; index < COMP_CWORD; index++)); do
    case ${COMP_WORDS[index]} in
      rampart)
        COMP_WORDS=("${COMP_WORDS[@]:index}")
        COMP_CWORD=$((COMP_CWORD - index))
        _rampart
        return
        ;;
      exec | -*) ;;
      *) break ;;
    esac
  done
  [[ -n ${!before} ]] && "${!before}" "$@"
}
_rampart_runner() {
  local before
  before=$(complete -p "$1" 2>/dev/null)
  [[ $before == *' -F _rampart_behind '* ]] && return
  [[ $before =~ ' -F '([^ ]+)' ' ]] && printf -v "_rampart_before_$1" %s "${BASH_REMATCH[1]}"
  complete -o default -F _rampart_behind "$1"
}
for _rampart_name in npx bunx pnpm yarn; do _rampart_runner "$_rampart_name"; done
unset _rampart_name
