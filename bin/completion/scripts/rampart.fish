# Completion of rampart in fish. It asks "rampart complete" what may stand in the place of the word at the cursor:
# lines of a value, a tab and what it means, and a last one that names the paths which may stand there as well.
function __rampart_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -q current[1]; or set current ''
    set -l run $words[1]
    command -sq $run; or set run npx --no rampart
    set -l typed (string replace -r '^--[^=]*=' '' -- $current)
    for line in ($run complete -- $words[2..-1] $current 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path $typed
            case ':folders'
                __fish_complete_directories $typed ''
            case ':none'
            case '*'
                echo $line
        end
    end
end
complete -c rampart -f -a '(__rampart_complete)'
