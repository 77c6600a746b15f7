# Completion of rampart in bash. It asks "rampart complete" what may stand in the place of the word at the cursor:
# lines of a value, a tab and what it means, and a last one that names the paths which may stand there as well.
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
  type -P "${run[0]}" >/dev/null || run=(npx --no rampart)
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
