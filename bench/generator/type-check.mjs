// The files of a project through the compiler; prints the number of their errors and the first. Declarations of the
// language and of libraries are read, and not checked: those are no generator's output.
import ts from 'typescript'

const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(
  process.argv[2],
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, ' '))
    },
  },
)
const program = ts.createProgram(fileNames, options)
const errors = fileNames.flatMap((name) => {
  const file = program.getSourceFile(name)
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
})
const first = errors[0] && ts.flattenDiagnosticMessageText(errors[0].messageText, ' ').slice(0, 200)
console.log(JSON.stringify({ files: fileNames.length, errors: errors.length, first }))
