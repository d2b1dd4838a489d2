exports.activate = (context) => context.globalState.update('lines', {});
