# Completion of rampart in PowerShell. It asks "rampart complete" what may stand in the place of the word at the
# cursor: lines of a value, a tab and what it means. Where there is nothing, PowerShell completes files itself.
Register-ArgumentCompleter -Native -CommandName rampart -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }
  $words = @($typed | Select-Object -Skip 1 | ForEach-Object { $_.ToString().Trim('"', "'") })
  $options = @(if ($wordToComplete -eq '') { '--empty' })
  $run = @(if (Get-Command rampart -ErrorAction SilentlyContinue) { 'rampart' } else { 'npx', '--no', 'rampart' })
  $more = @($run | Select-Object -Skip 1)
  & $run[0] @more complete @options -- @words 2>$null | Where-Object { $_ -notmatch '^:' } | ForEach-Object {
    $value, $text = $_ -split "`t", 2
    if (-not $text) { $text = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
  }
}
