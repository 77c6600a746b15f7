#compdef rampart
# Completion of rampart in zsh. It asks "rampart complete" what may stand in the place of the word at the cursor:
# lines of a value, a tab and what it means, and a last one that names the paths which may stand there as well.
_rampart() {
  local -a run items
  local line value kind=none
  run=("${(Q)words[1]}")
  (( $+commands[${run[1]}] )) || [[ -x ${run[1]} ]] || run=(npx --no rampart)
  for line in "${(@f)$("${run[@]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :*) kind=${line#:} ;;
      ?*)
        value=${line%%$'\t'*}
        items+=("${value//:/\\:}:${line#*$'\t'}")
        ;;
    esac
  done
  (( $#items )) && _describe rampart items
  [[ $kind != none && ${words[CURRENT]} == --*=* ]] && compset -P '*='
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _rampart ]]; then
  _rampart "$@"
else
  compdef _rampart rampart
fi
