"""Renders or checks a chart with Helm's own library: `render-chart.py template|lint CHART`, the values as JSON on standard input."""

import json
import sys

import helm_python as helm

command, path = sys.argv[1:]
values = json.load(sys.stdin)
if command == "lint":
    found = helm.lint(path)["messages"]
    print(json.dumps(found, default=str))
    # 1 is a recommendation, 2 a warning.
    sys.exit(any(message["severity"] > 2 for message in found))
else:
    with helm.Chart.load(path) as chart:
        for text in chart.render(values, name="tributary", namespace="tributary").values():
            print("---")
            print(text)
